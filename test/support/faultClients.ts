import { JsonRpcProvider } from 'ethers'
import { createPublicClient, type Hex, http, zeroHash } from 'viem'
import type { PreconfDevnet } from '../../src/types/devnet.ts'
import type { Fault, FaultId } from '../../src/types/fault.ts'
import { preconfChain } from './clients.ts'
import { bob } from './transfers.ts'

/** Where a client finds a transaction or its receipt. */
type Place = 'nowhere' | 'pool' | 'pre-confirmed' | 'sealed'

/** What a client sees of a transaction, its sender and Bob; pairs are at `latest` and at `pending`. */
interface Sight {
  readonly transaction: Place
  readonly receipt: Place
  readonly nonces: readonly [number, number]
  /** Wei that Bob has. */
  readonly bob: readonly [bigint, bigint]
}

/** A client of a devnet over HTTP. */
interface FaultClient extends AsyncDisposable {
  // biome-ignore lint/suspicious/noExplicitAny: answers are whatever their method gives
  ask(method: string, ...params: unknown[]): Promise<any>
  inject(fault: Fault): Promise<FaultId>
  /** `sender` is that of the transaction. */
  sees(hash: Hex, sender: Hex): Promise<Sight>
}

interface Placed {
  readonly blockNumber?: bigint | number | null | undefined
  readonly blockHash?: string | null | undefined
}

function placeOf(found: Placed | null): Place {
  if (found === null) return 'nowhere'
  if (found.blockNumber === null || found.blockNumber === undefined) return 'pool'
  return (found.blockHash ?? zeroHash) === zeroHash ? 'pre-confirmed' : 'sealed'
}

/** `null` for viem's errors which say that there is none. */
async function ifFound<Found>(found: Promise<Found>): Promise<Found | null> {
  try {
    return await found
  } catch (error) {
    if (/^Transaction(Receipt)?NotFoundError$/.test((error as Error).name)) return null
    throw error
  }
}

export const faultClients = {
  async viem(devnet: PreconfDevnet): Promise<FaultClient> {
    const server = await devnet.listen({ port: 0 })
    const transport = http(server.url, { retryCount: 0 })
    const client = createPublicClient({ chain: preconfChain, transport })
    const ask: FaultClient['ask'] = (method, ...params) =>
      client.request({ method, params } as never)
    return {
      ask,
      inject: (fault) => ask('preconf_setFault', fault),
      sees: async (hash, address) => ({
        transaction: placeOf(await ifFound(client.getTransaction({ hash }))),
        receipt: placeOf(await ifFound(client.getTransactionReceipt({ hash }))),
        nonces: [
          await client.getTransactionCount({ address, blockTag: 'latest' }),
          await client.getTransactionCount({ address, blockTag: 'pending' }),
        ],
        bob: [
          await client.getBalance({ address: bob, blockTag: 'latest' }),
          await client.getBalance({ address: bob }),
        ],
      }),
      [Symbol.asyncDispose]: () => server.close(),
    }
  },
  async ethers(devnet: PreconfDevnet): Promise<FaultClient> {
    const server = await devnet.listen({ port: 0 })
    const provider = new JsonRpcProvider(server.url, devnet.chainId, {
      staticNetwork: true,
      cacheTimeout: -1,
    })
    return {
      ask: (method, ...params) => provider.send(method, params),
      inject: (fault) => provider.send('preconf_setFault', [fault]),
      sees: async (hash, address) => ({
        transaction: placeOf(await provider.getTransaction(hash)),
        receipt: placeOf(await provider.getTransactionReceipt(hash)),
        nonces: [
          await provider.getTransactionCount(address, 'latest'),
          await provider.getTransactionCount(address, 'pending'),
        ],
        bob: [await provider.getBalance(bob, 'latest'), await provider.getBalance(bob, 'pending')],
      }),
      [Symbol.asyncDispose]: async () => {
        provider.destroy()
        await server.close()
      },
    }
  },
}

export const faultClientNames = ['viem', 'ethers'] as const

/** The address of one of the devnet's accounts. */
export function addressOf(devnet: PreconfDevnet, from = 0): Hex {
  return devnet.accounts[from]?.address as Hex
}
