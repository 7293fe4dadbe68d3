import type * as app from '../../app/listen.ts'
import { NotInBrowser } from '../notInBrowser.ts'

export const openListening: typeof app.openListening = async () => {
  throw new NotInBrowser(
    'a browser cannot listen: give devnet.provider to clients, or run npx preconf',
  )
}
