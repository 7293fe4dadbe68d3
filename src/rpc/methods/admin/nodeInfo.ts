import * as v from 'valibot'
import { version } from '../../../lib/version.ts'
import { defineMethod } from '../../method.ts'

/** No key, as nobody can connect to the node. */
const publicKey = '0'.repeat(128)

/** As geth answers it for a node that listens to no others. */
export const nodeInfo = defineMethod({
  name: 'admin_nodeInfo',
  summary:
    'Name of the node, its chain and its newest block; no network data, as there are no peers.',
  params: v.strictTuple([]),
  handler: async ({ devnet, reader }) => {
    const genesis = await reader.find({ tag: 'earliest' })
    return {
      id: publicKey.slice(64),
      name: `preconf/${version}`,
      enode: `enode://${publicKey}@127.0.0.1:0`,
      ip: '127.0.0.1',
      ports: { discovery: 0, listener: 0 },
      listenAddr: '',
      protocols: {
        eth: {
          network: Number(devnet.protocol.chainId),
          genesis: genesis?.hash ?? null,
          head: reader.head.hash,
        },
      },
    }
  },
})
