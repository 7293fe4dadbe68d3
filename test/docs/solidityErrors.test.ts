import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { codeBlocks } from '../../scripts/docs/codeBlocks.ts'
import { solidityChain } from '../support/solidityChain.ts'

const document = 'docs/solidity.md'
const page = readFileSync(join(import.meta.dirname, '../..', document), 'utf8')
const blocks = codeBlocks(document, page)
const textOf = (language: string) => blocks.find((block) => block.language === language)?.text ?? ''

test('the error of the contract on the page is the one on the page', async () => {
  const head = '// SPDX-License-Identifier: MIT\npragma solidity ^0.8.0;\n'
  const source = head + textOf('solidity')
  expect(source.split('\n')[7]).toContain('// line 8')
  await using chain = await solidityChain({ 'contracts/Vault.sol': source })
  const { address } = await chain.deploy('Vault')
  const { data, ...shown } = JSON.parse(textOf('json'))
  const error = await chain.devnet
    .ask('eth_call', chain.call('Vault', address, 'take', [5]))
    .catch((error: unknown) => error)
  expect(error).toMatchObject(shown)
  expect((error as { data: string }).data).toMatch(new RegExp(`^${data.replace('…', '')}`))
})
