import dgram from 'node:dgram'
import dns from 'node:dns'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import type { Lookup } from './connections.ts'
import { createLookup } from './resolve-name.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'boomtime-hosts-'))
const hostsFile = path.join(folder, 'hosts')
fs.writeFileSync(
  hostsFile,
  '# ours\n192.168.1.5\tcloud.example Cloud # hairpin\nfd00::5 cloud.example\n999.1.1.1 bad.example\n',
)

const failing = (code: string) => async () => {
  throw Object.assign(new Error(code), { code })
}
const resolver = (v4: () => Promise<string[]>, v6: () => Promise<string[]>) => () => ({
  resolve4: v4,
  resolve6: v6,
  cancel: () => {},
})
const refused: Lookup = (_hostname, _options, callback) =>
  callback(Object.assign(new Error('asked the system'), { code: 'ENOTFOUND' }), [])

const addressesOf = async (lookup: Lookup, hostname: string) => {
  const found = await promisify(lookup)(hostname, { all: true })
  return found.map(({ address, family }) => `${family} ${address}`)
}

test('the hosts file comes before DNS', async () => {
  const createResolver = resolver(async () => ['203.0.113.7'], failing(dns.NODATA))
  const lookup = createLookup({ hostsFile, createResolver, system: refused })
  expect(await addressesOf(lookup, 'Cloud.Example')).toEqual(['4 192.168.1.5', '6 fd00::5'])
  expect(await addressesOf(lookup, 'cloud')).toEqual(['4 192.168.1.5'])
  expect(await addressesOf(lookup, 'bad.example')).toEqual(['4 203.0.113.7'])
})

test('DNS gives all addresses of a name, also if there is no hosts file', async () => {
  const createResolver = resolver(
    async () => ['203.0.113.7'],
    async () => ['2001:db8::7'],
  )
  const lookup = createLookup({ hostsFile: '/nowhere', createResolver, system: refused })
  expect(await addressesOf(lookup, 'a.example')).toEqual(['4 203.0.113.7', '6 2001:db8::7'])
  const only6 = resolver(failing(dns.NODATA), async () => ['2001:db8::7'])
  expect(await addressesOf(createLookup({ createResolver: only6, system: refused }), 'a.example')).toEqual([
    '6 2001:db8::7',
  ])
})

test('the system is asked for what DNS doesn’t have, one name at a time', async () => {
  const waiting: (() => void)[] = []
  const asked: string[] = []
  const system: Lookup = (hostname, _options, callback) => {
    asked.push(hostname)
    waiting.push(() =>
      hostname === 'gone'
        ? callback(Object.assign(new Error(hostname), { code: 'ENOTFOUND' }), [])
        : callback(null, [{ address: '10.0.0.9', family: 4 }]),
    )
  }
  const createResolver = resolver(failing(dns.NOTFOUND), failing(dns.NOTFOUND))
  const lookup = createLookup({ hostsFile, createResolver, system })
  const gone = addressesOf(lookup, 'gone')
  await expect.poll(() => asked).toEqual(['gone'])
  const printer = addressesOf(lookup, 'printer.local')
  await expect.poll(() => waiting.length).toBe(1)
  expect(asked).toEqual(['gone'])
  waiting.shift()!()
  await expect(gone).rejects.toMatchObject({ code: 'ENOTFOUND' })
  await expect.poll(() => asked).toEqual(['gone', 'printer.local'])
  waiting.shift()!()
  expect(await printer).toEqual(['4 10.0.0.9'])
})

test('a DNS server that never answers is given up on, and the system isn’t asked instead', async () => {
  const silent = dgram.createSocket('udp4')
  await new Promise<void>((resolve) => {
    silent.bind(0, '127.0.0.1', resolve)
  })
  onTestFinished(() => {
    silent.close()
  })
  const createResolver = () => {
    const asking = new dns.promises.Resolver()
    asking.setServers([`127.0.0.1:${silent.address().port}`])
    return asking
  }
  const lookup = createLookup({ hostsFile, createResolver, system: refused, timeoutMs: 100 })
  await expect(addressesOf(lookup, 'slow.example')).rejects.toMatchObject({ code: dns.CANCELLED })
})

test('localhost is found on this machine', async () => {
  expect(await addressesOf(createLookup(), 'localhost')).toContain('4 127.0.0.1')
})
