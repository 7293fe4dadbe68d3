import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ContractFactory } from 'ethers'
import { ethersProvider } from 'preconf/ethers'
import artifact from 'preconf/fixtures/Token.json' with { type: 'json' }
import { assertEmits, assertPreconfirmed, assertRevertsWith, chainOf } from 'preconf/node'

async function deploy(chain) {
  const [alice, bob] = ethersProvider(chain).signers
  const token = await ContractFactory.fromSolidity(artifact, alice).deploy('Token', 'TKN', 1000n)
  await token.waitForDeployment()
  return { alice, bob, token }
}

test('a transfer of the token', async (t) => {
  const { alice, bob, token } = await deploy(await chainOf(t))
  await assertEmits(token.transfer(bob, 5n), token, 'Transfer', [alice, bob, 5n])
  assert.equal(await token.balanceOf(bob), 5n)
  const refused = [token, 'InsufficientBalance', { needed: 1000n }]
  await assertRevertsWith(token.transfer(bob, 1000n), ...refused)
})

test('blocks are made when they are asked for', async (t) => {
  const chain = await chainOf(t)
  const { bob, token } = await deploy(chain)
  await chain.setCadence({ mining: 'manual' })
  const sent = await token.transfer(bob, 5n)
  await chain.flashblock()
  await assertPreconfirmed(sent, { index: 1 })
})
