import { useEffect, useRef } from 'preact/hooks'
import { Actions } from './Controls.tsx'
import { keyWords, listenToKeys, markSameAccounts } from './keys.ts'
import { nameOf } from './names.ts'
import { groups, screens } from './navigation.ts'
import { Search } from './Search.tsx'
import { Account } from './screens/Account.tsx'
import { Accounts } from './screens/Accounts.tsx'
import { BlockScreen } from './screens/BlockScreen.tsx'
import { Bridge, hasBridge } from './screens/Bridge.tsx'
import { Chain } from './screens/Chain.tsx'
import { Contract } from './screens/Contract.tsx'
import { Debugger } from './screens/Debugger.tsx'
import { Faults } from './screens/Faults.tsx'
import { Home } from './screens/Home.tsx'
import { Pool } from './screens/Pool.tsx'
import { Reads, Requests } from './screens/Requests.tsx'
import { Scenario } from './screens/Scenario.tsx'
import { Time } from './screens/Time.tsx'
import { Timeline } from './screens/Timeline.tsx'
import { TransactionScreen } from './screens/TransactionScreen.tsx'
import { Transactions } from './screens/Transactions.tsx'
import { hasKeys, scheme, schemes } from './settings.ts'
import { head, isConnected, model, notice, route, spoken, status } from './state.ts'
import { gwei, printable, short } from './units.ts'

const listed = {
  '/': Home,
  '/timeline': Timeline,
  '/transactions': Transactions,
  '/pool': Pool,
  '/accounts': Accounts,
  '/bridge': Bridge,
  '/faults': Faults,
  '/scenario': Scenario,
  '/time': Time,
  '/reads': Reads,
  '/requests': Requests,
  '/chain': Chain,
} as const

export function App() {
  const help = useRef<HTMLDialogElement>(null)
  const showHelp = () => help.current?.showModal()
  const title = titleOf(route.value)
  useEffect(() => listenToKeys(showHelp), [])
  useEffect(markSameAccounts, [])
  useEffect(() => {
    document.title = `${title} · preconf`
  }, [title])
  return (
    <>
      <button
        type="button"
        class="skip"
        onClick={() => document.querySelector<HTMLElement>('main')?.focus()}
      >
        Skip to the content
      </button>
      <div class="side">
        <a class="brand" href="#/">
          <Mark />
          preconf
        </a>
        <nav class="tabs" aria-label="Screens">
          {groups.map(([group, list]) => (
            <div key={group}>
              <p aria-hidden="true">{group}</p>
              <ul aria-label={group}>
                {list.map(([path, name]) => (
                  <li key={path} hidden={name === 'Bridge' && !hasBridge.value}>
                    <a
                      href={`#${path}`}
                      aria-current={screenOf(route.value) === path ? 'page' : undefined}
                    >
                      {name}
                      <Count of={name} />
                    </a>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
        <p class="side-end">
          <button type="button" class="small plain" onClick={showHelp}>
            Help and settings
          </button>
        </p>
      </div>
      <header class="top">
        <Search />
        <Now />
        <Actions />
      </header>
      <main id="main" tabIndex={-1}>
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

/** Flashblocks of a block, the last one sealed. */
function Mark() {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true">
      <rect x="1" y="10" width="3.5" height="5" rx="1" />
      <rect x="6.2" y="6" width="3.5" height="9" rx="1" />
      <rect x="11.5" y="1" width="3.5" height="14" rx="1" />
    </svg>
  )
}

/** The number that a link of the navigation carries. */
function Count({ of: name }: { of: string }) {
  const now = status.value
  const count =
    name === 'Pool' ? (now?.pooled ?? 0) : name === 'Faults' ? (now?.faults.length ?? 0) : 0
  if (count === 0) return null
  return (
    <span class={name === 'Faults' ? 'count hot' : 'count'} aria-hidden="true">
      {count}
    </span>
  )
}

/** The chain's state, visible on every screen. */
function Now() {
  const now = status.value
  const block = head.value
  const isOpen = isConnected.value
  return (
    <ul class="state" aria-label="The chain now">
      <li class={`live ${isOpen ? 'good' : 'bad'}`}>{isOpen ? 'live' : 'not connected'}</li>
      {now !== undefined && (
        <li>
          <b>{now.cadence.paused ? 'Paused' : now.cadence.mining}</b>
          {now.cadence.clock === 'manual' && <span class="wide">, manual clock</span>}
        </li>
      )}
      {block !== undefined && (
        <li>
          block <b>{String(BigInt(block.number))}</b>
        </li>
      )}
      {block?.baseFeePerGas !== undefined && (
        <li class="wide" title={`${BigInt(block.baseFeePerGas)} wei`}>
          base fee <b>{gwei(block.baseFeePerGas)}</b>
        </li>
      )}
    </ul>
  )
}

/** The screen of the navigation that a path is part of. */
function screenOf(path: string): string {
  const [, kind = ''] = path.split('/')
  return `/${kind}`
}

function titleOf(path: string): string {
  const [, kind, id = ''] = path.split('/')
  switch (kind) {
    case 'tx':
      return `Transaction ${short(id)}`
    case 'block':
      return `Block ${short(id)}`
    case 'account':
      return nameOf(id) ?? `Account ${short(id)}`
    case 'contract':
      return nameOf(id) ?? `Contract ${short(id)}`
    case 'debug':
      return `Debugger ${short(id)}`
    case 'transactions':
      return 'Transactions'
    default:
      return screens.find(([one]) => one === path)?.[1] ?? 'Not found'
  }
}

function Screen() {
  const path = route.value
  const [, kind, id, more = '0'] = path.split('/')
  if (model.value === undefined) {
    return (
      <>
        <h1>{titleOf(path)}</h1>
        <p class="dim">Connecting to the chain …</p>
      </>
    )
  }
  if (id !== undefined && id !== '') {
    if (kind === 'tx') return <TransactionScreen key={id} hash={id} />
    if (kind === 'block') return <BlockScreen key={id} id={id} />
    if (kind === 'account') return <Account key={id} address={id} />
    if (kind === 'contract') return <Contract key={id} address={id} />
    if (kind === 'debug') return <Debugger key={path} hash={id} from={Number(more) || 0} />
    if (kind === 'transactions') return <Transactions key={id} wanted={id} />
    return <NotFound path={path} />
  }
  const Found = Object.hasOwn(listed, path) ? listed[path as keyof typeof listed] : undefined
  return Found === undefined ? <NotFound path={path} /> : <Found />
}

function NotFound({ path }: { path: string }) {
  return (
    <>
      <h1>No such screen</h1>
      <p>
        There is nothing at <bdi class="mono">{printable(path.slice(0, 100))}</bdi>. Go to{' '}
        <a href="#/">the home</a>, or search for a name, a hash or a block.
      </p>
    </>
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
      <p class="row">
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
