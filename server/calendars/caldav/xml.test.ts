import { expect, test } from 'vitest'
import { multistatus, response } from './fake-server.test-support.ts'
import { parseXml, textOf } from './xml.ts'

test.each([
  ['2.5', '2.5'],
  ['1e3', '1e3'],
  ['-1.0', '-1.0'],
  [' True ', 'True'],
  ['2027', '2027'],
  ['2027 &amp; later', '2027 & later'],
  ['<![CDATA[<b>2.5</b>]]>', '<b>2.5</b>'],
  ['', null],
])('the text of %j is %j', async (content, text) => {
  const xml = multistatus(response('/ann/', `<d:displayname>${content}</d:displayname>`))
  const { resources } = (await parseXml(xml))!
  expect(textOf(resources[0]!.props['displayname'])).toBe(text)
})
