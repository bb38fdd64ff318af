import type { AccountTables } from './accounts.ts';
import type { IssuerTables } from './issuer.ts';
import type { KeyTables } from './keys.ts';
import type { MediationTables } from './mediation.ts';

export type Schema = AccountTables & IssuerTables & KeyTables & MediationTables;
