import type * as fixtureModule from '../../files/declared/fixtureModule.ts'
import { NotInBrowser } from '../notInBrowser.ts'

export const importFixture: typeof fixtureModule.importFixture = async () => {
  throw new NotInBrowser('a browser has no files: import the module, and give what it exports')
}
