import { JsonRpcProvider } from 'ethers'
import { createClient, type Hex, http, rpcSchema } from 'viem'
import type { Quantities } from '../../src/rpc/format/quantities.ts'
import type { PreconfDevnet } from '../../src/types/devnet.ts'
import type { TransactionExplanation, TransactionFate } from '../../src/types/transactionFate.ts'

type FateSchema = [
  { Method: 'preconf_getTransaction'; Parameters: [Hex]; ReturnType: Quantities<TransactionFate> },
  { Method: 'preconf_explain'; Parameters: [Hex]; ReturnType: Quantities<TransactionExplanation> },
]

/** Asks a devnet over HTTP what has become of a transaction, and why. */
interface FateClient extends AsyncDisposable {
  fate(hash: Hex): Promise<Quantities<TransactionFate>>
  explain(hash: Hex): Promise<Quantities<TransactionExplanation>>
}

export const fateClients = {
  async viem(devnet: PreconfDevnet): Promise<FateClient> {
    const server = await devnet.listen({ port: 0 })
    const client = createClient({
      transport: http(server.url, { retryCount: 0 }),
      rpcSchema: rpcSchema<FateSchema>(),
    })
    return {
      fate: (hash) => client.request({ method: 'preconf_getTransaction', params: [hash] }),
      explain: (hash) => client.request({ method: 'preconf_explain', params: [hash] }),
      [Symbol.asyncDispose]: () => server.close(),
    }
  },
  async ethers(devnet: PreconfDevnet): Promise<FateClient> {
    const server = await devnet.listen({ port: 0 })
    const provider = new JsonRpcProvider(server.url, devnet.chainId, {
      staticNetwork: true,
      cacheTimeout: -1,
    })
    return {
      fate: (hash) => provider.send('preconf_getTransaction', [hash]),
      explain: (hash) => provider.send('preconf_explain', [hash]),
      [Symbol.asyncDispose]: async () => {
        provider.destroy()
        await server.close()
      },
    }
  },
}

export const fateClientNames = ['viem', 'ethers'] as const
