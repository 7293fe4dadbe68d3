import type { Hex } from '../../../../src/lib/hex.ts'
import { account, client, word } from '../client.ts'
import { scene } from '../trace/scene.ts'

/**
 * Four transactions in which Bob takes part, oldest first: in block 5 one that sends him ether by a
 * contract, two in block 6, one of his own in block 8; others between them.
 */
export async function transfers() {
  const devnet = await client()
  const { forward } = await scene(devnet)
  const bob = account(devnet, 1)
  const other = account(devnet, 2)
  const hashes: Hex[] = [await forward(bob, word(0), '0x1')]
  await devnet.seal()
  hashes.push(await devnet.send({ to: bob }))
  await devnet.send({ to: other })
  hashes.push(await devnet.send({ to: bob }))
  await devnet.seal()
  await devnet.send({ to: other })
  await devnet.seal()
  hashes.push(await devnet.send({ from: bob, to: other }))
  await devnet.seal()
  await devnet.seal()
  return { devnet, bob, hashes }
}
