/** Which suites run where; CONTRIBUTING.md tells why. The races of phones are in `npm test` on PostgreSQL, where more can go wrong. */
export const LONG = ['{src,test}/**/*.long.test.ts', 'test/issuer/concurrency/races.test.ts'];
export const RELEASE = ['test/**/*.release.test.ts'];

/** The others, which are `npm test`. */
const SHORT = '!(*.long|*.release).test.ts';

/** Suites with which a run begins, the longest first. */
export const LONGEST = [
  'test/console/browser/screens.long.test.ts',
  'test/conformance/openid4vci.long.test.ts',
  'test/conformance/wrong-server.long.test.ts',
  'test/docs/guides/first-night.long.test.ts',
  'test/fuzz/fuzz.long.test.ts',
  'test/console/browser/undo-decision.long.test.ts',
  'test/server/folder-in-use.long.test.ts',
  'test/faults/kills.long.test.ts',
  'test/postgres/upgrade.long.test.ts',
  'test/faults/postgres/failover.long.test.ts',
  'test/watching/alerts.long.test.ts',
  'test/server/workers.long.test.ts',
  'test/conformance/diptych.long.test.ts',
  'test/keys/init.long.test.ts',
];

/** The long suites that run on PostgreSQL. */
export const LONG_POSTGRES = [
  'test/{audit,postgres,faults/postgres}/**/*.long.test.ts',
  'test/issuer/{model/sequences,wallets/processes.long}.test.ts',
];

/** Suites that draw at random: few cases with each change, and many before a release. */
export const RANDOM = [
  'src/cli/holders/{json,map/dates,map/parse}.test.ts',
  'src/connector/read-answer.test.ts',
  'src/conventions/{fields/fields.property,print-list,strict-json,update-mask/update-mask.property}.test.ts',
  'src/formats/{cbor/cborg,ec/ecdsa-signature,image/image,mdoc/issued-documents}.test.ts',
  'src/http/mediation/batch/multipart.test.ts',
  'src/issuer/outbox/deliver.test.ts',
  'src/issuer/record/{build-record,derive}.test.ts',
  'src/storage/mediation/statistics/sequences.property.test.ts',
  'test/faults/{kills.long,ingestion-kills.release,refused-uploads.release}.test.ts',
  'test/fuzz/fuzz.release.test.ts',
  'test/issuer/admin/approvals.test.ts',
  'test/issuer/concurrency/{key-replacement,proofings,races}.test.ts',
  'test/issuer/model/{mutations,sequences}.test.ts',
  'test/issuer/status/bits.long.test.ts',
  'test/keys/custody.test.ts',
  'test/mediation/analysis/false-verdicts.release.test.ts',
  'test/mediation/as-code/converges.test.ts',
  'test/mediation/clients/{partial-responses,refused-requests}.test.ts',
  'test/mediation/domain/{hostile-requests,model,rollback.property}.test.ts',
  'test/mediation/parquet/same-reports.release.test.ts',
];

/** The release tests that run on PostgreSQL. */
export const RELEASE_POSTGRES = [
  'test/{postgres,faults/postgres}/**/*.release.test.ts',
  'test/server/{drill,lists/every-list}.long.test.ts',
];

/** Everything that has a store. `npm run test:release` runs on PostgreSQL what `npm test` and `npm run test:long` do not. */
export const STORED = [
  'src/storage/**/*.test.ts',
  `test/{audit,console,issuer,mediation,oauth,wallet,connector}/**/${SHORT}`,
  'test/{issuer,oauth}/**/*.long.test.ts',
  'test/mediation/as-code/{cycle,replaced-ids}.long.test.ts',
  'test/mediation/clients/googleapis.long.test.ts',
  'test/console/passkeys/*.long.test.ts',
  'test/mediation/{concurrency,serve}/processes.long.test.ts',
  'test/mediation/domain/large-lists.long.test.ts',
  'test/faults/{kills.long,ingestion-kills.release}.test.ts',
  'test/server/workers.long.test.ts',
];

/** Where the two databases differ most: statements themselves, connections, transactions and races. */
export const POSTGRES = [
  `src/storage/!(migrations)/**/${SHORT}`,
  `test/{postgres,faults/postgres}/**/${SHORT}`,
  'test/issuer/concurrency/races.test.ts',
  'test/mediation/domain/concurrency.test.ts',
];

/**
 * Where they could differ above the statements: migrations and copies, order, collation and paging, and models that go through
 * everything in random order.
 */
export const ABOVE_STATEMENTS = [
  'test/attacks/texts-outlive-an-erasure.test.ts',
  'test/audit/!(every-change|*.long).test.ts',
  'test/console/{sessions,first-administrator,last-seen}.test.ts',
  'test/issuer/concurrency/!(races).test.ts',
  'test/issuer/admin/{approvals,claims,conditions,figures,filters,personal-data-reads,holders,paging,method-answers}.test.ts',
  'test/issuer/holders/{erase,erase-approvals}.test.ts',
  'test/issuer/outbox/proofing-notifications.test.ts',
  'test/issuer/status/{entries,publication}.test.ts',
  'test/mediation/domain/{history,ids,list-groups,mapping-references,model,rollback,rollback.property}.test.ts',
  'test/mediation/domain/versions.test.ts',
  'test/mediation/http/report-sums.test.ts',
  'test/mediation/parquet/files.test.ts',
  'test/mediation/serve/snapshots.test.ts',
  'test/mediation/spec/{endpoints,lists}.test.ts',
  'test/oauth/{code-flow,refresh,revocation}.test.ts',
  'test/server/{baseline,seals}.test.ts',
];

/** On a PostgreSQL whose large tables have partitions: what writes, lists, seals, purges and erases them. */
export const PARTITIONED = [
  'src/storage/issuer/snapshot.test.ts',
  'test/audit/{clocks,life-cycle,proofs}.test.ts',
  'test/audit/retention.long.test.ts',
  'test/issuer/admin/{filters,paging}.test.ts',
  'test/issuer/concurrency/{races,retries,sweeps}.test.ts',
  'test/issuer/holders/erase.test.ts',
  'test/issuer/spec/credential-transitions.test.ts',
  'test/issuer/status/{entries,publication}.test.ts',
  'test/mediation/domain/history.test.ts',
  'test/server/seals.test.ts',
];

/** Would say on another database what they say on the first: they store nothing, or are about the embedded one. */
export const STATELESS = [
  'src/storage/{migrations,sqlite}/**',
  'src/storage/{audit/details,postgres/copies,postgres/hosts}.test.ts',
  'src/storage/mediation/{heavy-pages,recent-entities}.test.ts',
  'test/{issuer,mediation}/storage/**',
  'test/issuer/holders/erased-key-copies.long.test.ts',
  'test/issuer/callers/**',
  'test/issuer/http/{body,conventions,json,openapi,routing}.test.ts',
  'test/issuer/{attestation-files,document-types}.test.ts',
  'test/issuer/spec/{authentication,callers,limits,request-metadata,versioning}.test.ts',
  'test/mediation/{analysis,http/vectors}/**',
  'test/mediation/http/{answers,bodies,discovery-document,envelopes,limits,metadata,overload,paths,refused,settings}.test.ts',
  'test/mediation/spec/{compression,discovery,errors,partial-response}.test.ts',
  'test/oauth/{behind-a-proxy,foreign-issuers,issuer-outages,redirects}.test.ts',
  'test/wallet/{cli,distrust,faults}.test.ts',
  'test/console/{attacks,limits,pages,tls}.test.ts',
  'test/connector/{answers,contract,example,settings,tls}.test.ts',
];

/** Reports, which are made from Parquet files of all days too. */
export const PARQUET = [
  'test/mediation/http/report-{errors,rows,sums}.test.ts',
  'test/mediation/http/reports.test.ts',
];

/** Life cycles and races, which would show what relies on the session of a connection. */
export const POOLED = [
  'test/issuer/concurrency/races.test.ts',
  'test/mediation/concurrency/processes.long.test.ts',
];
