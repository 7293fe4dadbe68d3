import type { Hex } from '../../../../src/lib/hex.ts'
import { account, type Client, creationOf, deployRecorder, word } from '../client.ts'

/** Calls the address in its first word with its second word and all the ether that came. */
const forwarderCode = '0x602060205f375f5f60205f345f355af15000'

/** Creates a contract by the init code that it is called with, with all the ether that came. */
const factoryCode = '0x365f5f37365f34f05000'

/** Reverts with a word of 170. */
const reverterCode = '0x60aa5f5260205ffd'

/** Init code of a contract that destroys itself while it is created. */
export const destroyedInit: Hex = '0x33ff'

async function deploy(devnet: Client, runtime: Hex): Promise<Hex> {
  const hash = await devnet.send({ data: creationOf(runtime) })
  await devnet.seal()
  return (await devnet.ask('eth_getTransactionReceipt', hash)).contractAddress
}

/** An address as a word of call data. */
export function addressWord(address: Hex): Hex {
  return `0x${address.slice(2).padStart(64, '0')}`
}

/** Contracts that call, create and fail, in blocks 1 to 4, and ways to make them do it. */
export async function scene(devnet: Client) {
  const recorder = await deployRecorder(devnet)
  const forwarder = await deploy(devnet, forwarderCode)
  const factory = await deploy(devnet, factoryCode)
  const reverter = await deploy(devnet, reverterCode)
  return {
    alice: account(devnet, 0),
    recorder,
    forwarder,
    factory,
    reverter,
    /** Lets the forwarder call `to`. */
    forward: (to: Hex, data = word(0), value: Hex = '0x0') =>
      devnet.send({ to: forwarder, data: `${addressWord(to)}${data.slice(2)}`, value }),
    /** Lets the factory create. */
    create: (init: Hex, value: Hex = '0x0') => devnet.send({ to: factory, data: init, value }),
    revert: () => devnet.send({ to: reverter }),
  }
}
