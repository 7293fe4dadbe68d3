import type * as server from '../../server/serve.ts'
import { NotInBrowser } from '../notInBrowser.ts'

export const serve: typeof server.serve = async () => {
  throw new NotInBrowser(
    'a browser cannot listen: give devnet.provider to clients, or run npx preconf',
  )
}
