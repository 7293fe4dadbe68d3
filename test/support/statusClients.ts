import { JsonRpcProvider } from 'ethers'
import { createClient, type Hex, http, rpcSchema } from 'viem'
import type { Quantities } from '../../src/rpc/format/quantities.ts'
import type { PreconfDevnet } from '../../src/types/devnet.ts'
import type { TransactionExplanation, TransactionFate } from '../../src/types/transactionFate.ts'

type StatusSchema = [
  { Method: 'preconf_getTransaction'; Parameters: [Hex]; ReturnType: Quantities<TransactionFate> },
  { Method: 'preconf_explain'; Parameters: [Hex]; ReturnType: Quantities<TransactionExplanation> },
]

/** Asks a devnet over HTTP what has become of a transaction, and why. */
interface StatusClient extends AsyncDisposable {
  transaction(hash: Hex): Promise<Quantities<TransactionFate>>
  explain(hash: Hex): Promise<Quantities<TransactionExplanation>>
}

export const statusClients = {
  async viem(devnet: PreconfDevnet): Promise<StatusClient> {
    const server = await devnet.listen({ port: 0 })
    const client = createClient({
      transport: http(server.url, { retryCount: 0 }),
      rpcSchema: rpcSchema<StatusSchema>(),
    })
    return {
      transaction: (hash) => client.request({ method: 'preconf_getTransaction', params: [hash] }),
      explain: (hash) => client.request({ method: 'preconf_explain', params: [hash] }),
      [Symbol.asyncDispose]: () => server.close(),
    }
  },
  async ethers(devnet: PreconfDevnet): Promise<StatusClient> {
    const server = await devnet.listen({ port: 0 })
    const provider = new JsonRpcProvider(server.url, devnet.chainId, {
      staticNetwork: true,
      cacheTimeout: -1,
    })
    return {
      transaction: (hash) => provider.send('preconf_getTransaction', [hash]),
      explain: (hash) => provider.send('preconf_explain', [hash]),
      [Symbol.asyncDispose]: async () => {
        provider.destroy()
        await server.close()
      },
    }
  },
}

export const statusClientNames = ['viem', 'ethers'] as const
