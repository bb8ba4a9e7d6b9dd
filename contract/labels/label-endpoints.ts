import { z } from 'zod'
import { byRowId, type Endpoint, nothing } from '../endpoint.ts'
import {
  bookingLabelsInput,
  collectionLabelsInput,
  eventLabelsInput,
  label,
  labelChange,
  labelInput,
  labelOrder,
  labelUses,
} from './label.schema.ts'

/** Calls for the host's labels, and for what they are on. */
export const labelEndpoints = {
  listLabels: {
    summary: "List the host's labels in their order",
    access: 'host',
    scopes: ['bookings:read'],
    output: z.array(label),
    errors: [],
  },
  createLabel: {
    summary: 'Create a label at the end of the list',
    access: 'host',
    body: labelInput,
    output: label,
    status: 201,
    errors: ['quota_exceeded'],
  },
  updateLabel: {
    summary: 'Rename a label or change its color',
    access: 'host',
    params: byRowId,
    body: labelChange,
    output: label,
    errors: ['not_found'],
  },
  orderLabels: {
    summary: 'Put labels in this order; labels that aren’t listed follow',
    access: 'host',
    body: labelOrder,
    output: z.array(label),
    errors: ['not_found'],
  },
  countLabelUses: {
    summary: 'Count the events, bookings and collections that have a label',
    access: 'host',
    params: byRowId,
    output: labelUses,
    errors: ['not_found'],
  },
  deleteLabel: {
    summary: 'Delete a label and take it off everything that has it',
    access: 'host',
    params: byRowId,
    output: nothing,
    errors: ['not_found'],
  },
  labelBookings: {
    summary: 'Add labels to bookings and remove labels from them',
    access: 'host',
    scopes: ['bookings:write'],
    body: bookingLabelsInput,
    output: nothing,
    errors: ['not_found', 'booking_not_found'],
  },
  labelEvents: {
    summary: 'Add labels to events and remove labels from them. Their bookings stay as they are',
    access: 'host',
    body: eventLabelsInput,
    output: nothing,
    errors: ['not_found'],
  },
  labelCollections: {
    summary: 'Add your labels to collections and remove them',
    access: 'host',
    body: collectionLabelsInput,
    output: nothing,
    errors: ['not_found'],
  },
} as const satisfies Record<string, Endpoint>
