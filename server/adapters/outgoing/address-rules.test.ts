import { expect, test } from 'vitest'
import { createAddressRules, parseNetworks } from './address-rules.ts'

const { isAllowed } = createAddressRules([])

test.each([
  ['this network', '0.0.0.0'],
  ['private', '10.1.2.3'],
  ['private', '172.31.255.255'],
  ['private', '192.168.0.1'],
  ['carrier-grade NAT', '100.64.0.1'],
  ['loopback', '127.0.0.1'],
  ['loopback', '127.255.255.254'],
  ['link-local, metadata', '169.254.169.254'],
  ['metadata at Azure', '168.63.129.16'],
  ['metadata at Alibaba', '100.100.100.200'],
  ['metadata at Oracle', '192.0.0.192'],
  ['documentation', '203.0.113.5'],
  ['benchmarks', '198.19.0.1'],
  ['multicast', '224.0.0.1'],
  ['reserved', '240.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['unspecified', '::'],
  ['loopback', '::1'],
  ['unique local', 'fd12::7'],
  ['metadata at Amazon', 'fd00:ec2::254'],
  ['link-local', 'fe80::1'],
  ['link-local with a zone', 'fe80::1%eth0'],
  ['site-local', 'fec0::1'],
  ['multicast', 'ff02::1'],
  ['mapped loopback', '::ffff:127.0.0.1'],
  ['mapped loopback in hexadecimal', '::ffff:7f00:1'],
  ['mapped private, spelled out', '0:0:0:0:0:ffff:a00:1'],
  ['compatible loopback', '::127.0.0.1'],
  ['loopback behind NAT64', '64:ff9b::127.0.0.1'],
  ['private behind NAT64', '64:ff9b::a00:1'],
  ['this network behind NAT64', '64:ff9b::1'],
  ['another prefix', '64:ff9b:0:0:0:1:808:808'],
  ['local NAT64', '64:ff9b:1::1'],
  ['Teredo', '2001:0:1::1'],
  ['documentation', '2001:db8::1'],
  ['6to4', '2002:7f00:1::'],
  ['not an address', 'calendar.example.com'],
  ['empty', ''],
])('refuses an address that isn’t public: %s (%s)', (_kind, address) => {
  expect(isAllowed(address)).toBe(false)
})

test.each([
  '8.8.8.8',
  '172.32.0.1',
  '100.128.0.1',
  '2606:4700::1111',
  '::ffff:8.8.8.8',
  '64:ff9b::8.8.8.8',
  '64:ff9b::808:0',
  '223.255.255.255',
])('allows the public address %s', (address) => {
  expect(isAllowed(address)).toBe(true)
})

test('allows private addresses that the operator lists, and only those', () => {
  const rules = createAddressRules(['192.168.1.0/24', '10.0.0.7', 'fd12::/16'])
  const allowed = ['192.168.1.99', '10.0.0.7', '::ffff:10.0.0.7', 'fd12:3::4']
  expect(allowed.filter(rules.isAllowed)).toEqual(allowed)
  expect(allowed.filter(rules.isAllowedPrivate)).toEqual(allowed)
  expect(['192.168.2.1', '10.0.0.8', '127.0.0.1', 'fd13::1'].filter(rules.isAllowed)).toEqual([])
  expect(rules.isAllowedPrivate('8.8.8.8')).toBe(false)
})

test('reads lists of networks', () => {
  expect(parseNetworks('192.168.1.0/24 ,fd12::7')).toEqual(['192.168.1.0/24', 'fd12::7'])
  for (const text of [
    'private',
    '10.0.0.0/33',
    '10.0.0.0/0',
    '10.0.0.1,',
    '10.0.0.1 10.0.0.2',
    '10.0.0.0/8/8',
  ]) {
    expect(parseNetworks(text)).toBeNull()
  }
})
