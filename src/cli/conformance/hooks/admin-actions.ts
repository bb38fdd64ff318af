import { randomUUID } from 'node:crypto';
import type { HookAction, HookRequest, HookResponse } from '../../../conformance/hooks/contract.ts';
import { type Clock, SECOND } from '../../../conventions/time.ts';
import type { DocumentType } from '../../../issuer/document-types/index.ts';
import type { Day } from '../../../issuer/record/calendar.ts';
import { specimenElements } from '../../../issuer/specimen.ts';
import { callAdmin } from '../../admin/client.ts';
import type { Connection } from '../../admin/connection.ts';

export type Actions = {
  readonly [A in HookAction]?: (request: HookRequest<A>) => Promise<HookResponse<A>>;
};

interface Settings {
  readonly connection: Connection;
  /** Of the records; the issuer's own country. */
  readonly country: string;
  readonly documentType: DocumentType;
  /** A document type whose proofings an operator decides, by `issuer.byDocumentType`. */
  readonly heldType?: DocumentType;
  readonly clock: Clock;
}

type Elements = Record<string, Record<string, unknown>>;

/** Erasures at the same time: with SQLite they share a search for leftovers in its file. */
const ERASED_AT_ONCE = 10;

/** An element that every person has, and that a new version can change. */
const CHANGED = 'family_name';

function changed(elements: Elements, version: number): Elements {
  const entries = Object.entries(elements).map(([namespace, values]) => [
    namespace,
    CHANGED in values ? { ...values, [CHANGED]: `SPECIMEN ${version}` } : values,
  ]);
  return Object.fromEntries(entries);
}

/** Does what the hooks ask for with the methods of the administration. Records are specimens, of nobody. */
export function adminActions({ connection, country, documentType, heldType, clock }: Settings): Actions {
  const holders = new Map<string, { readonly type: DocumentType; version: number }>();

  const putRecord = async (id: string, type: DocumentType, version: number) => {
    const today = new Date(clock()).toISOString().slice(0, 10) as Day;
    const specimen = specimenElements(type, { today, timeZone: 'UTC', country }) as Elements;
    const elements = changed(specimen, version);
    await callAdmin(connection, 'importHolders', {
      holders: [{ id, documentType: type.docType, elements }],
    });
    holders.set(id, { type, version });
  };
  const issue = async (holder: string, asked: { readonly txCode?: boolean } = {}) => {
    const { type } = holders.get(holder)!;
    const { code, txCode } = await callAdmin(connection, 'issueCode', { holderId: holder, ...asked });
    return { holder, code, documentType: type.docType, ...(txCode !== undefined && { txCode }) };
  };
  const newHolder = async (type: DocumentType, asked: { readonly txCode?: boolean } = {}) => {
    const holder = `conformance-${randomUUID()}`;
    await putRecord(holder, type, 1);
    return issue(holder, asked);
  };

  return {
    issueCode: ({ holder, ...asked }) =>
      holder === undefined ? newHolder(documentType, asked) : issue(holder, asked),
    ...(heldType && { issueHeldCode: () => newHolder(heldType) }),
    async decide({ proofingId: id, decision }) {
      const methods = {
        accept: 'acceptProofing',
        reject: 'rejectProofing',
        challenge: 'challengeProofing',
        revoke: 'revokeProofing',
      } as const;
      await callAdmin(connection, methods[decision], { id });
      return {};
    },
    async changeRecord({ holder }) {
      const known = holders.get(holder)!;
      await putRecord(holder, known.type, known.version + 1);
      return {};
    },
    async revokeCredential({ credentialId: id }) {
      await callAdmin(connection, 'revokeCredential', { id });
      return {};
    },
    async revokeHolder({ holder: id }) {
      await callAdmin(connection, 'revokeHolder', { id });
      return {};
    },
    async requireAction({ credentialId: id, secondsUntilDeadline }) {
      const deadlineTimeMillis = String(clock() + secondsUntilDeadline * SECOND);
      const action = {
        deadlineTimeMillis,
        deadlineEnforcementHint: { revocationHint: {} },
        submitProofing: { unlimitedAttempts: {} },
      };
      await callAdmin(connection, 'requireAction', { id, action });
      return {};
    },
    async rotateKey({ role, finish }) {
      await callAdmin(connection, 'rotateKey', { role, finish });
      return {};
    },
    async reset() {
      const ids = [...holders.keys()];
      for (let at = 0; at < ids.length; at += ERASED_AT_ONCE)
        await Promise.all(
          ids.slice(at, at + ERASED_AT_ONCE).map(async (id) => {
            await callAdmin(connection, 'eraseHolder', { id });
            holders.delete(id);
          }),
        );
      return {};
    },
  };
}
