import type { IssuerTables } from './issuer.ts';
import type { KeyTables } from './keys.ts';

export type Schema = IssuerTables & KeyTables;
