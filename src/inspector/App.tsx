import { useEffect, useRef } from 'preact/hooks'
import { keyWords, listenToKeys } from './keys.ts'
import { Account } from './screens/Account.tsx'
import { Accounts } from './screens/Accounts.tsx'
import { BlockScreen } from './screens/BlockScreen.tsx'
import { Chain } from './screens/Chain.tsx'
import { Contract } from './screens/Contract.tsx'
import { Debugger } from './screens/Debugger.tsx'
import { Faults } from './screens/Faults.tsx'
import { Pool } from './screens/Pool.tsx'
import { Reads, Requests } from './screens/Requests.tsx'
import { Scenario } from './screens/Scenario.tsx'
import { Time } from './screens/Time.tsx'
import { Timeline } from './screens/Timeline.tsx'
import { TransactionScreen } from './screens/TransactionScreen.tsx'
import { Transactions } from './screens/Transactions.tsx'
import { hasKeys, scheme, schemes } from './settings.ts'
import { ask, go, isConnected, model, notice, route, spoken, status } from './state.ts'
import { printable } from './units.ts'

/** Opens the page of an address, a transaction or block hash, a block number, or a label. */
async function search(text: string): Promise<void> {
  const wanted = text.trim()
  if (wanted === '') return
  const path = await pathOf(wanted)
  if (path === undefined)
    notice.value = { text: `nothing found for "${wanted.slice(0, 80)}"`, isBad: true }
  else go(path)
}

async function pathOf(wanted: string): Promise<string | undefined> {
  const lower = wanted.toLowerCase()
  if (/^0x[\da-f]{40}$/.test(lower)) return `/account/${lower}`
  if (/^0x[\da-f]{64}$/.test(lower)) {
    const block = await ask('eth_getBlockByHash', lower, false).catch(() => null)
    return block === null ? `/tx/${lower}` : `/block/${lower}`
  }
  if (/^#?\d+$/.test(lower)) return `/block/${lower.replace('#', '')}`
  if (/^0x[\da-f]{1,16}$/.test(lower)) return `/block/${BigInt(lower)}`
  if (['latest', 'pending', 'earliest', 'safe', 'finalized'].includes(lower))
    return `/block/${lower}`
  const labels = Object.entries(status.value?.labels ?? {})
  const found =
    labels.find(([, label]) => label.toLowerCase() === lower) ??
    labels.find(([, label]) => label.toLowerCase().includes(lower))
  return found && `/account/${found[0]}`
}

const screens = [
  ['/', 'Timeline', Timeline],
  ['/transactions', 'Transactions', Transactions],
  ['/pool', 'Pool', Pool],
  ['/faults', 'Faults', Faults],
  ['/scenario', 'Scenario', Scenario],
  ['/time', 'Time', Time],
  ['/accounts', 'Accounts', Accounts],
  ['/reads', 'Reads', Reads],
  ['/chain', 'Chain', Chain],
  ['/requests', 'Requests', Requests],
] as const

export function App() {
  const help = useRef<HTMLDialogElement>(null)
  useEffect(() => listenToKeys(() => help.current?.showModal()), [])
  return (
    <>
      <header class="bar">
        <span class="brand">preconf</span>
        <Search />
        <span class={isConnected.value ? 'good' : 'bad'}>
          {isConnected.value ? 'live' : 'not connected'}
        </span>
        <button type="button" class="small" onClick={() => help.current?.showModal()}>
          Help and settings
        </button>
      </header>
      <nav class="tabs" aria-label="Screens">
        {screens.map(([path, name]) => (
          <a key={path} href={`#${path}`} aria-current={route.value === path ? 'page' : undefined}>
            {name}
          </a>
        ))}
      </nav>
      <main>
        <Notice />
        <Screen />
      </main>
      <p class="unseen" role="status" aria-live="polite">
        {spoken.value}
      </p>
      <dialog ref={help} aria-labelledby="help-title">
        <h2 id="help-title">Help and settings</h2>
        <Help />
        <form method="dialog">
          <button type="submit">Close</button>
        </form>
      </dialog>
    </>
  )
}

function Screen() {
  const path = route.value
  if (model.value === undefined) return <p class="dim">Connecting to the chain …</p>
  const [, kind, id, more = '0'] = path.split('/')
  if (id !== undefined && kind === 'tx') return <TransactionScreen key={id} hash={id} />
  if (id !== undefined && kind === 'block') return <BlockScreen key={id} id={id} />
  if (id !== undefined && kind === 'account') return <Account key={id} address={id} />
  if (id !== undefined && kind === 'debug') {
    return <Debugger key={path} hash={id} from={Number(more) || 0} />
  }
  if (id !== undefined && kind === 'contract') return <Contract key={id} address={id} />
  const [, , Found] = screens.find(([one]) => one === path) ?? screens[0]
  return <Found />
}

function Search() {
  const field = useRef<HTMLInputElement>(null)
  return (
    // biome-ignore lint/a11y/useSemanticElements: the element is new, and not known to all readers
    <form
      role="search"
      class="search"
      onSubmit={(event) => {
        event.preventDefault()
        void search(field.current?.value ?? '')
      }}
    >
      <input
        id="search"
        ref={field}
        type="search"
        aria-label="Search: address, hash, block or label"
        placeholder="Address, hash, block, label ( / )"
        spellcheck={false}
        autocomplete="off"
      />
    </form>
  )
}

function Notice() {
  const now = notice.value
  return (
    <p class={now?.isBad ? 'notice bad' : 'notice good'} role="alert" hidden={now === undefined}>
      {now && <bdi>{printable(now.text.slice(0, 500))}</bdi>}
    </p>
  )
}

function Help() {
  return (
    <>
      <table>
        <tbody>
          {keyWords.map(([key, action]) => (
            <tr key={key}>
              <th scope="row">
                <kbd>{key}</kbd>
              </th>
              <td>{action}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        <label>
          <input
            type="checkbox"
            checked={hasKeys.value}
            onChange={({ currentTarget }) => {
              hasKeys.value = currentTarget.checked
            }}
          />{' '}
          Keyboard shortcuts
        </label>
      </p>
      <p>
        <label class="field">
          <span>Colours</span>
          <select
            value={scheme.value}
            onInput={({ currentTarget }) => {
              scheme.value = schemes.find((one) => one === currentTarget.value) ?? 'auto'
            }}
          >
            {schemes.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
      </p>
    </>
  )
}
