import type * as ipc from '../../extensions/fork/upstream/transport/ipc.ts'
import { NotInBrowser } from '../notInBrowser.ts'

export const ipcTransport: typeof ipc.ipcTransport = () => {
  throw new NotInBrowser('a browser has no IPC: give the http or ws URL of the live chain')
}
