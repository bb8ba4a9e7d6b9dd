import type { Config } from '../config/config.ts'
import { createOutgoingFetch, type OutgoingFetch } from '../adapters/outgoing/outgoing-fetch.ts'

const LOOPBACK = ['127.0.0.0/8', '::1']

/** Loads photos of Google accounts: over https and from public addresses, unless Google is the sandbox. */
export const createPhotoFetch = ({
  google,
  allowedPrivateNetworks,
}: Pick<Config, 'google' | 'allowedPrivateNetworks'>): OutgoingFetch =>
  createOutgoingFetch({ allowedNetworks: google.sandbox ? [...LOOPBACK, ...allowedPrivateNetworks] : [] })
