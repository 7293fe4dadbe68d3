export {
  preconfArbitrum,
  preconfAvalanche,
  preconfBase,
  preconfBaseFlashblocks,
  preconfBnb,
  preconfEtherlink,
  preconfGiwa,
  preconfHyperevm,
  preconfMantle,
  preconfMegaeth,
  preconfMevCommit,
  preconfMonad,
  preconfOp,
  preconfPolygon,
  preconfPolygonPreconf,
  preconfRise,
  preconfRobinhood,
  preconfUnichain,
  preconfWorldChain,
  preconfXLayer,
} from '../extensions/networks/viemChains.ts'
export { clients } from '../provider/viem/clients.ts'
export { type DevnetTransportConfig, devnetTransport } from '../provider/viem/transport.ts'
export type { ClientsOptions, DevnetTransport, ViemClients } from '../types/viemClients.ts'
