import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { deadLinks } from '../../../scripts/site/deadLinks.ts'

const folder = mkdtempSync(join(tmpdir(), 'preconf-links-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('files and anchors that are not there are reported, with the page', () => {
  mkdirSync(join(folder, 'api'))
  const right = ['/other', '/other#here', '#own', 'api/', '/picture.png', 'https://elsewhere/none']
  const wrong = ['/none', '/other#none', '#none', 'api/none']
  const links = [...right, ...wrong].map((link) => `<a class="x" href="${link}">a</a>`)
  writeFileSync(join(folder, 'index.html'), `<h2 id="own">Own</h2>${links.join('')}`)
  writeFileSync(join(folder, 'other.html'), '<h2 id="here">Here</h2>')
  writeFileSync(join(folder, 'api/index.html'), '<a href="../other#here">up</a>')
  writeFileSync(join(folder, 'picture.png'), '')
  expect(deadLinks(folder)).toEqual(wrong.map((link) => `index.html links to ${link}`))
})
