import type { Devnet } from '../../devnet/devnet.ts'
import type { FlashblockEvent } from '../../types/events.ts'
import { encodeBytesOnce } from '../format/encodeOnce.ts'
import { formatBuilderFlashblock } from '../format/preconfirmation/builderFlashblock.ts'

const description = [
  'The stream of flashblocks as a builder sends them to nodes: open a WebSocket here.',
  'Each message is one flashblock in JSON: payload_id, index, base (at index 0), diff, metadata.',
  'Applications subscribe to newFlashblocks by eth_subscribe instead.',
  '',
].join('\n')

const encodeFlashblock = encodeBytesOnce(({ flashblock }: FlashblockEvent) =>
  formatBuilderFlashblock(flashblock),
)

/** The flashblocks as nodes and indexers get them from a builder, one message each, the same bytes for all. */
export function createBuilderStream({ hub }: Pick<Devnet, 'hub'>) {
  return {
    description,
    start: (send: (message: Uint8Array) => void): (() => void) =>
      hub.on('builderFlashblocks', (event) => send(encodeFlashblock(event))),
  }
}
