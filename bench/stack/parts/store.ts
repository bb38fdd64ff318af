import Database from 'better-sqlite3';

const SCHEMA = `
create table holder (id text primary key, record text not null) without rowid;
create table code (hash blob primary key, holder_id text not null, used_at integer) without rowid;
create table nonce (device_id text primary key, nonce text not null) without rowid;
create table device (id text primary key, spki blob not null) without rowid;
create table proofing (
  id text primary key, device_id text not null, holder_id text, state text not null
) without rowid;
create table credential (
  id text primary key, device_id text not null, holder_id text not null, state text not null,
  version_id text not null, pop_hash blob
) without rowid;
create table mso (key_hash blob primary key, credential_id text not null, expires_at integer not null) without rowid;
create index mso_credential on mso (credential_id);
create table artifact (
  model text not null, id text not null, payload text not null, grant_id text, uid text, user_code text,
  consumed_at integer, expires_at integer, primary key (model, id)
) without rowid;
create index artifact_grant on artifact (grant_id);
`;

export interface ProofingRow {
  readonly id: string;
  readonly device_id: string;
  readonly holder_id: string | null;
  readonly state: 'pending' | 'accepted' | 'rejected' | 'canceled';
}

export interface CredentialRow {
  readonly id: string;
  readonly device_id: string;
  readonly holder_id: string;
  readonly state: 'provisionPending' | 'active' | 'deleted';
  readonly version_id: string;
  readonly pop_hash: Uint8Array | null;
}

/** What oidc-provider stores. */
export interface ArtifactRow {
  readonly payload: string;
  readonly consumed_at: number | null;
}

export type Store = ReturnType<typeof openStore>;

/** Prepared statements on a file that keeps what was acknowledged. */
export function openStore(file: string) {
  const db = new Database(file);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.exec(SCHEMA);
  const statement = (sql: string) => db.prepare(sql);
  const holder = statement('select record from holder where id = ?').pluck();
  const device = statement('select spki from device where id = ?').pluck();
  const nonce = statement('select nonce from nonce where device_id = ?').pluck();
  const proofing = statement('select * from proofing where id = ? and device_id = ?');
  const credential = statement('select * from credential where id = ? and device_id = ?');
  const code = statement('select holder_id from code where hash = ? and used_at is null').pluck();
  const insertHolder = statement('insert into holder values (?, ?)');
  const insertCode = statement('insert into code values (?, ?, null)');
  const useCode = statement('update code set used_at = ? where hash = ?');
  const putNonce = statement('insert or replace into nonce values (?, ?)');
  const putDevice = statement('insert or replace into device values (?, ?)');
  const dropNonce = statement('delete from nonce where device_id = ?');
  const insertProofing = statement('insert into proofing values (?, ?, ?, ?)');
  const setProofing = statement('update proofing set state = ? where id = ?');
  const insertCredential = statement('insert into credential values (?, ?, ?, ?, ?, null)');
  const setCredential = statement('update credential set state = ?, pop_hash = ? where id = ?');
  const insertMso = statement('insert into mso values (?, ?, ?)');
  const artifact = statement('select * from artifact where model = ? and id = ?');
  const artifactByUid = statement('select * from artifact where model = ? and uid = ?');
  const artifactByUserCode = statement('select * from artifact where model = ? and user_code = ?');
  const putArtifact = statement('insert or replace into artifact values (?, ?, ?, ?, ?, ?, null, ?)');
  const consumeArtifact = statement('update artifact set consumed_at = ? where model = ? and id = ?');
  const dropArtifact = statement('delete from artifact where model = ? and id = ?');
  const dropArtifactsOf = statement('delete from artifact where grant_id = ?');
  return {
    holderRecord: (id: string) => holder.get(id) as string | undefined,
    device: (id: string) => device.get(id) as Buffer | undefined,
    nonce: (deviceId: string) => nonce.get(deviceId) as string | undefined,
    proofing: (id: string, deviceId: string) => proofing.get(id, deviceId) as ProofingRow | undefined,
    credential: (id: string, deviceId: string) => credential.get(id, deviceId) as CredentialRow | undefined,
    newCode: db.transaction((hash: Uint8Array, holderId: string, record: string) => {
      insertHolder.run(holderId, record);
      insertCode.run(hash, holderId);
    }),
    putNonce: (deviceId: string, text: string) => putNonce.run(deviceId, text),
    putDevice: db.transaction((id: string, spki: Uint8Array) => {
      putDevice.run(id, spki);
      dropNonce.run(id);
    }),
    /** Uses the code up. A code that is unknown or was used gives a rejected proofing. */
    newProofing: db.transaction((id: string, deviceId: string, hash: Uint8Array) => {
      const holderId = code.get(hash) as string | undefined;
      if (holderId !== undefined) useCode.run(Date.now(), hash);
      insertProofing.run(id, deviceId, holderId ?? null, holderId === undefined ? 'rejected' : 'pending');
    }),
    setProofing: (id: string, state: ProofingRow['state']) => setProofing.run(state, id),
    newCredential: (id: string, deviceId: string, holderId: string, versionId: string) =>
      insertCredential.run(id, deviceId, holderId, 'provisionPending', versionId),
    setCredential: (id: string, state: CredentialRow['state'], popHash: Uint8Array | null) =>
      setCredential.run(state, popHash, id),
    keepMsos: db.transaction(
      (id: string, popHash: Uint8Array, msos: readonly { keyHash: Uint8Array; expiresAt: number }[]) => {
        setCredential.run('active', popHash, id);
        for (const { keyHash, expiresAt } of msos) insertMso.run(keyHash, id, expiresAt);
      },
    ),
    keepKeys: db.transaction(
      (holderId: string, keys: readonly { keyHash: Uint8Array; expiresAt: number }[]) => {
        for (const { keyHash, expiresAt } of keys) insertMso.run(keyHash, holderId, expiresAt);
      },
    ),
    artifacts: {
      find: (model: string, id: string) => artifact.get(model, id) as ArtifactRow | undefined,
      findByUid: (model: string, uid: string) => artifactByUid.get(model, uid) as ArtifactRow | undefined,
      findByUserCode: (model: string, code: string) =>
        artifactByUserCode.get(model, code) as ArtifactRow | undefined,
      put: (...row: readonly (string | number | null)[]) => putArtifact.run(...row),
      consume: (model: string, id: string) => consumeArtifact.run(Math.floor(Date.now() / 1000), model, id),
      drop: (model: string, id: string) => dropArtifact.run(model, id),
      dropOf: (grantId: string) => dropArtifactsOf.run(grantId),
    },
    close: () => db.close(),
  };
}
