export type { ClientsOptions, DevnetTransport, ViemClients } from '../types/viemClients.ts'
export { clients } from './viem/clients.ts'
export { type DevnetTransportConfig, devnetTransport } from './viem/transport.ts'
