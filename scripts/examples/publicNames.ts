import { join } from 'node:path'
import ts from 'typescript'

/** What users can call, with its examples. */
export interface PublicFunction {
  /** `devnet.clock.now`, `preconf/node chainOf` */
  readonly name: string
  readonly examples: readonly string[]
}

/** The interfaces whose methods users call on what they got from a function, as they usually name it. */
const objects: Readonly<Record<string, string>> = {
  PreconfDevnet: 'devnet',
  Listening: 'listening',
  DevnetServer: 'server',
}

/** What users see of the package in an editor. */
export interface PublicNames {
  /** The functions that the entry points export, and the methods of their objects. */
  readonly functions: readonly PublicFunction[]
  /** What has no docstring, and options without a default. */
  readonly undocumented: readonly string[]
}

/** Reads the entry points. `entries`: paths by specifier. */
export function publicNames(root: string, entries: ReadonlyMap<string, string>): PublicNames {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root)
  const program = ts.createProgram([...entries.values()], options)
  const checker = program.getTypeChecker()
  const sources = join(root, 'src')
  const found = new Map<string, readonly string[]>()
  const undocumented = new Set<string>()

  function add(name: string, symbol: ts.Symbol): void {
    const tags = symbol.getJsDocTags(checker).filter((tag) => tag.name === 'example')
    const examples = tags.map(({ text }) => ts.displayPartsToString(text))
    found.set(name, [...(found.get(name) ?? []), ...examples])
  }

  /** Its methods, and those of what its properties hold. */
  function addMethods(name: string, type: ts.Type): void {
    for (const member of type.getProperties()) {
      const declaration = member.declarations?.[0]
      const isOurs = declaration?.getSourceFile().fileName.startsWith(sources)
      if (declaration === undefined || !isOurs || member.name.startsWith('__@')) continue
      const own = `${name}.${member.name}`
      if (ts.isMethodSignature(declaration)) add(own, member)
      else if (isOfMethods(declaration)) addMethods(own, checker.getTypeOfSymbol(member))
    }
  }

  /** The members of an interface of options need a sentence, and a default if they may be absent. */
  function checkOptions(name: string, type: ts.Type): void {
    for (const member of type.getProperties()) {
      if (!member.declarations?.[0]?.getSourceFile().fileName.startsWith(sources)) continue
      const own = `${name}.${member.name}`
      if (member.getDocumentationComment(checker).length === 0) undocumented.add(own)
      const isOptional = (member.flags & ts.SymbolFlags.Optional) !== 0
      const hasDefault = member.getJsDocTags(checker).some((tag) => tag.name === 'default')
      if (isOptional && !hasDefault && !isOfRecord(member))
        undocumented.add(`the default of ${own}`)
    }
  }

  const checked = new Set<ts.Type>()

  /** The members of what users read or write need a sentence, and so do those of whatever these lead to. */
  function checkMembers(name: string, type: ts.Type): void {
    if (checked.has(type)) return
    checked.add(type)
    const parts = type.isUnionOrIntersection()
      ? type.types
      : [...argumentsOf(type), ...valuesOf(type)]
    for (const part of parts) checkMembers(name, part)
    if (type.isUnionOrIntersection()) return
    for (const member of type.getProperties()) {
      const declaration = member.declarations?.[0]
      if (!declaration?.getSourceFile().fileName.startsWith(sources)) continue
      if (/^(__|#)/.test(member.name)) continue
      const own = `${name}.${member.name}`
      const isSilent = member.getDocumentationComment(checker).length === 0
      if (isSilent && needsSentence(declaration)) undocumented.add(own)
      checkMembers(own, checker.getTypeOfSymbol(member))
    }
  }

  /** What a list, a promise or a map holds. */
  function argumentsOf(type: ts.Type): readonly ts.Type[] {
    const isReference = ((type as ts.ObjectType).objectFlags & ts.ObjectFlags.Reference) !== 0
    const own = isReference ? checker.getTypeArguments(type as ts.TypeReference) : []
    return [...own, ...(type.aliasTypeArguments ?? [])]
  }

  /** What a function returns, and what a record has under its names. */
  function valuesOf(type: ts.Type): readonly ts.Type[] {
    return [
      ...type.getCallSignatures().map((signature) => signature.getReturnType()),
      ...checker.getIndexInfosOfType(type).map((info) => info.type),
    ]
  }

  for (const [specifier, path] of entries) {
    const file = program.getSourceFile(path)
    const module = file && checker.getSymbolAtLocation(file)
    if (module === undefined) throw new Error(`${path} is no module`)
    for (const exported of checker.getExportsOfModule(module)) {
      const isAlias = (exported.flags & ts.SymbolFlags.Alias) !== 0
      const symbol = isAlias ? checker.getAliasedSymbol(exported) : exported
      const declaration = symbol.declarations?.[0]
      if (!declaration?.getSourceFile().fileName.startsWith(sources)) continue
      if (symbol.getDocumentationComment(checker).length === 0) undocumented.add(symbol.name)
      if (/Options$/.test(symbol.name) && ts.isInterfaceDeclaration(declaration)) {
        checkOptions(symbol.name, checker.getDeclaredTypeOfSymbol(symbol))
      }
      if ((symbol.flags & ts.SymbolFlags.Type) !== 0) {
        checkMembers(symbol.name, checker.getDeclaredTypeOfSymbol(symbol))
      }
      const object = objects[symbol.name]
      if (object !== undefined) addMethods(object, checker.getDeclaredTypeOfSymbol(symbol))
      else if ((symbol.flags & ts.SymbolFlags.Value) !== 0) {
        const type = checker.getTypeOfSymbol(symbol)
        if (type.getCallSignatures().length > 0) add(`${specifier} ${exported.name}`, symbol)
      }
    }
  }
  const functions = [...found].map(([name, examples]) => ({
    name,
    examples: [...new Set(examples)],
  }))
  return { functions, undocumented: [...undocumented] }
}

/** Whether it is a field of a network's record, whose default is that of the network it is `like`. */
function isOfRecord(member: ts.Symbol): boolean {
  const owner = member.declarations?.[0]?.parent
  return owner !== undefined && ts.isInterfaceDeclaration(owner) && /Record$/.test(owner.name.text)
}

/**
 * Whether a member needs a sentence of its own. One that has a single value says it by that, as `kind: 'latency'`; what
 * holds a type on one line describes it; and objects of values are described by their types.
 */
function needsSentence(declaration: ts.Declaration): boolean {
  const { parent } = declaration
  if (ts.isTypeLiteralNode(parent) && !parent.getText().includes('\n')) return false
  if (ts.isPropertySignature(declaration)) {
    return declaration.type === undefined || !ts.isLiteralTypeNode(declaration.type)
  }
  if (ts.isPropertyDeclaration(declaration)) return declaration.type !== undefined
  return (
    ts.isMethodSignature(declaration) ||
    ts.isMethodDeclaration(declaration) ||
    ts.isGetAccessor(declaration)
  )
}

/** Whether a property is an object that is there for its methods: a literal type, or the provider. */
function isOfMethods(declaration: ts.Declaration): boolean {
  const type = ts.isPropertySignature(declaration) ? declaration.type : undefined
  if (type === undefined) return false
  return ts.isTypeLiteralNode(type) || type.getText() === 'Provider'
}
