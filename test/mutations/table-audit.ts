import type { Mutation } from './mutation.ts';

/** Faults in the audit log: recording, sealing and searching. */
export const AUDIT: readonly Mutation[] = [
  {
    file: 'audit/verify.ts',
    replace: 'sha256(seal.lineDigests) === statement.linesDigest &&',
    by: '',
    breaks: 'changed digests of lines pass for sealed ones',
    near: ['test/server/seals'],
  },
  {
    file: 'audit/verify.ts',
    replace: "if (subject === 'holder' && event === 'erase') this.#erasures.add(subjectId);",
    by: 'this.#erasures.add(subjectId);',
    breaks: 'the id of a holder can be taken out of the audit log without an erasure',
    near: ['test/server/seals'],
  },
  {
    file: 'audit/verify.ts',
    replace: '    if (line.noteDigest) this.#withoutNote ??= placed;\n',
    by: '',
    breaks: 'a note can be taken out of the audit log without an erasure',
    near: ['test/issuer/admin/notes'],
  },
  {
    file: 'audit/line.ts',
    replace: "if (details) return { detailsDigest: detailsDigest(details).toString('hex') };",
    by: 'if (details) return {};',
    breaks: 'the details of a sealed entry can be changed unnoticed',
    near: ['test/audit/one-life'],
  },
  {
    file: 'audit/seal.ts',
    replace: 'before: now - SEALED_AFTER,',
    by: 'before: now,',
    breaks: 'entries are sealed while a slower write can still come in before them',
    near: ['test/server/seals'],
  },
  {
    file: 'audit/seal.ts',
    replace: '  if (head.fault !== undefined) throw new SealFault(head.fault);\n',
    by: '',
    breaks: 'an audit log that was tampered with is sealed again',
    near: ['test/attacks/trail'],
  },
  {
    file: 'audit/head.ts',
    replace: 'if (seen && !(await isThere(reader, seen)))',
    by: 'if (seen && !last)',
    breaks: 'an audit log whose end was cut off passes for the whole one',
    near: ['test/attacks/trail'],
  },
  {
    file: 'audit/change-seal-key.ts',
    replace: '  await custody.destroy(old.keyId);\n',
    by: '',
    breaks: 'a seal key that was replaced can still sign',
    near: ['test/keys/seal-key'],
  },
  {
    file: 'audit/note-baseline.ts',
    replace: 'before?.digest === started.digest',
    by: 'before === undefined',
    breaks: 'every start writes that settings changed',
    near: ['test/server/baseline'],
  },
  {
    file: 'storage/audit/audit-log.ts',
    replace: ".where('operator_id', '=', operatorId).where('actor', '=', 'operator')",
    by: ".where('operator_id', '=', operatorId)",
    breaks: 'changes that a user made to an own account are listed as those of an operator',
    near: ['test/oauth/own-password'],
  },
  {
    file: 'storage/audit/rows.ts',
    replace: "if (kind === 'user') return { kind, callerId: id };\n",
    by: '',
    breaks: 'what a user changed in an own account is said to be by an operator',
    near: ['test/oauth/own-password'],
  },
  {
    file: 'storage/audit/move-mediation-entries.ts',
    replace: 'method === BY_OPERATORS',
    by: 'method !== BY_OPERATORS',
    breaks: 'an old change by an operator moves into the audit log as that of a caller',
    near: ['test/audit/old-database'],
  },
];
