import { render } from 'preact'
import { App } from './App.tsx'

const root = document.querySelector('#app')
if (root !== null) {
  // What stands there until then is the page without data.
  root.replaceChildren()
  render(<App />, root)
}
