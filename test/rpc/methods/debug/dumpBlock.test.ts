import { getAddress, keccak256 } from 'viem'
import { expect, it } from 'vitest'
import { account, client, headerNotFound, recorderRuntime, twoSteps, word } from '../client.ts'

const method = 'debug_dumpBlock'

it('gives all accounts as the state has them', async () => {
  await using devnet = await client()
  const { recorder } = await twoSteps(devnet)
  const { root, accounts } = await devnet.ask(method, 1)
  const { stateRoot } = await devnet.ask('eth_getBlockByNumber', '0x1', false)
  expect(`0x${root}`).toBe(stateRoot)
  const { codeHash, storageHash } = await devnet.ask('eth_getProof', recorder, [], '0x1')
  expect(accounts[getAddress(recorder)]).toEqual({
    balance: '0',
    nonce: 1,
    root: storageHash,
    codeHash,
    code: recorderRuntime,
    storage: { [word(0)]: '01' },
    address: recorder,
    key: keccak256(recorder),
  })
  const alice = account(devnet, 0)
  const entry = accounts[getAddress(alice)]
  expect(entry).toMatchObject({ nonce: 3, address: alice })
  expect(entry).not.toHaveProperty('code')
  expect(entry).not.toHaveProperty('storage')
  const balance = await devnet.ask('eth_getBalance', alice, '0x1')
  expect(BigInt(entry.balance)).toBe(BigInt(balance))
})

it('gives those after the newest flashblock at pending', async () => {
  await using devnet = await client()
  const { recorder } = await twoSteps(devnet)
  const { accounts } = await devnet.ask(method, 'pending')
  expect(accounts[getAddress(recorder)].storage).toEqual({ [word(0)]: '02' })
  expect(await devnet.refusal(method, 9)).toEqual(headerNotFound)
})

it('refuses a state that is too large, and says what gives it in parts', async () => {
  await using devnet = await client()
  const code = `0x${'00'.repeat(24_000)}`
  const edits = Array.from({ length: 1_100 }, (_, index) =>
    devnet.ask('anvil_setCode', `0x${(index + 4096).toString(16).padStart(40, '0')}`, code),
  )
  await Promise.all(edits)
  expect(await devnet.refusal(method, 'latest')).toEqual({
    code: -32003,
    message:
      'dump too large: the limit is 50000000 characters; debug_accountRange returns the ' +
      'state in parts, with code and storage optional',
  })
})
