import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  assertAddress,
  assertChangesBalance,
  assertChangesBalances,
  assertChangesTokenBalance,
  assertChangesTokenBalances,
  assertDoesNotEmit,
  assertEmits,
  assertHex,
  assertNotPreconfirmed,
  assertNotSealed,
  assertPreconfirmed,
  assertReverts,
  assertRevertsWith,
  assertSealed,
  assertSucceeds,
  assertUsesGas,
  chainOf,
  traceOf,
} from 'preconf/node'
import { setUp } from './token.mjs'

test('assertions hold', async (t) => {
  const chain = await chainOf(t)
  const { alice, bob, client, token, transfer } = await setUp(chain)
  const hash = await transfer(5n)
  await assertPreconfirmed(hash)
  await assertSealed(hash)
  await assertSucceeds(hash)
  await assertEmits(hash, token, 'Transfer', [alice, bob, 5n])
  await assertDoesNotEmit(hash, token, 'Approval')
  await assertChangesBalance(hash, bob, 0n)
  await assertChangesBalances(
    client.sendTransaction({ to: bob, value: 7n }),
    [alice, bob],
    [-7n, 7n],
  )
  await assertChangesTokenBalance(hash, token, bob, 5n)
  await assertChangesTokenBalances(() => transfer(6n), token, [alice, bob], [-6n, 6n])
  await assertUsesGas(hash, { max: 60_000 })
  await assertReverts(transfer(5_000n))
  await assertRevertsWith(transfer(5_000n), token, 'InsufficientBalance', [alice, 989n, 5_000n])
  assertAddress(alice)
  assertHex(hash, { bytes: 32 })
  assert.equal(
    await traceOf(hash, { names: { token, alice, bob } }),
    `call token.transfer(to: bob, value: 5) by alice
  emit Transfer(from: alice, to: bob, value: 5)
  return true
`,
  )
  await chain.setCadence({ mining: 'manual' })
  const pooled = await transfer(5n)
  await assertNotPreconfirmed(pooled)
  await chain.flashblock()
  await assertPreconfirmed(pooled, { index: 1 })
  await assertNotSealed(pooled)
})

test('assertions fail with an AssertionError', async (t) => {
  const { bob, client, token, transfer } = await setUp(await chainOf(t))
  const hash = await transfer(5n)
  const refused = () =>
    client.simulateContract({ ...token, functionName: 'transfer', args: [bob, 5_000n] })
  const failures = [
    [() => assertReverts(hash), /to revert, but it succeeded$/],
    [() => assertSucceeds(transfer(5_000n)), /not to revert, but it reverted with 0xdb42144d/],
    [() => assertSucceeds(refused()), /not to revert, but it reverted with Insuff/],
    [() => assertEmits(hash, token, 'Approval'), /but it emitted\n {2}Transfer\(from: 0x/],
    [() => assertDoesNotEmit(hash, token, 'Transfer'), /not to emit Transfer/],
    [() => assertNotSealed(hash), /not to be sealed, but it is sealed in block 2/],
    [() => assertNotPreconfirmed(hash), /not to be pre-confirmed, but it is sealed/],
    [() => assertChangesTokenBalance(hash, token, bob, 6n), /expected 6, got 5$/],
    [async () => assertAddress('0x12'), /^expected "0x12" to be an address$/],
    [async () => assertHex('12'), /^expected "12" to be hex$/],
  ]
  for (const [assertion, message] of failures) {
    await assert.rejects(assertion, (error) => {
      assert.equal(error.name, 'AssertionError')
      assert.match(error.message, message)
      return true
    })
  }
})
