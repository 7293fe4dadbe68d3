import { expect, test } from 'vitest'
import { flags } from '../../../src/cli/command.ts'
import { readPlainWords } from '../../../src/cli/output/text.ts'
import { readArguments } from '../../../src/cli/readArguments.ts'

const syntax = { usage: '', flags }

test.each([
  '',
  '--silent',
  '--port 0 --silent',
  '--silent --port 8545 --chain-id 5 --verbose',
  '--port 1 --port 2',
  '--chain-id 0x10',
  '--network op',
  '--network op --silent --network base',
])('%j is read as yargs reads it', async (line) => {
  const words = line.split(' ').filter(Boolean)
  const { values } = await readArguments(words, syntax)
  expect(readPlainWords(words, flags)).toEqual(values)
})

test.each([
  '--help',
  '-p 0',
  '--port=0',
  '--port',
  '--port -1',
  "--mnemonic 'a'",
  '--silent true',
  '--no-keys',
  '--no-such-flag',
  'export',
  '0',
  '--network op base',
])('%j is left to yargs', (line) => {
  expect(readPlainWords(line.split(' '), flags)).toBeUndefined()
})
