import type { AccountTables } from './accounts.ts';
import type { AuditTables } from './audit.ts';
import type { IssuerTables } from './issuer.ts';
import type { KeyTables } from './keys.ts';
import type { MediationTables } from './mediation.ts';

export type Schema = AccountTables & AuditTables & IssuerTables & KeyTables & MediationTables;
