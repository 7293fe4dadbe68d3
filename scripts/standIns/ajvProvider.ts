// In place of Ajv, by which the SDK of MCP checks what users have entered in forms: preconf's server sends none.
export class AjvJsonSchemaValidator {}
