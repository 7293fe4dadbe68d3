import { expect, test } from 'vitest'
import { projectFolder } from '../../../../support/projectFolder.ts'
import { account, client } from '../../client.ts'
import { tokenProject } from './tokenProject.ts'

test('tells what of each source was run', async () => {
  await using folder = await projectFolder({})
  const { devnet, token, call } = await tokenProject({ options: { coverage: folder.path } })
  await using _ = devnet
  const before = await devnet.ask('preconf_coverage')
  await call(token, 'mint', account(devnet, 1), 5n)
  const after = await devnet.ask('preconf_coverage')
  const [was] = before.files
  const [is] = after.files
  expect(is).toMatchObject({ file: 'contracts/Token.sol', approximateBy: [] })
  expect(is.functions.total).toBe(7)
  expect(is.functions.covered).toBe(was.functions.covered + 1)
  expect(was.missedLines).toEqual(expect.arrayContaining([18, 19, 20, 21, 26, 27]))
  expect(is.missedLines).toEqual(was.missedLines.filter((line: number) => line < 18 || line > 21))
})

test('says how to have it where it is not collected', async () => {
  await using devnet = await client()
  expect(await devnet.refusal('preconf_coverage')).toEqual({
    code: -32000,
    message: 'no coverage is collected: start with --coverage, or with the option coverage',
  })
})
