export {
  preconfBase,
  preconfBaseFlashblocks,
  preconfOp,
  preconfUnichain,
} from '../extensions/networks/records.ts'
export { clients } from '../provider/viem/clients.ts'
export { type DevnetTransportConfig, devnetTransport } from '../provider/viem/transport.ts'
export type { ClientsOptions, DevnetTransport, ViemClients } from '../types/viemClients.ts'
