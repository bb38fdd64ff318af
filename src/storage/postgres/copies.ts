import type { Fault } from '../inspection.ts';

/** What a server says about the copies of its changes on other machines. */
export interface CopiesState {
  /** `synchronous_commit` */
  readonly commit: string;
  /** `synchronous_standby_names` */
  readonly names: string;
  /** Standbys whose confirmation a commit waits for. */
  readonly copies: number;
  /** Connections of standbys of which this user may see nothing. */
  readonly hidden: number;
}

/** https://www.postgresql.org/docs/current/monitoring-stats.html#MONITORING-PG-STAT-REPLICATION-VIEW */
export const COPIES = `select current_setting('synchronous_commit') as commit,
  current_setting('synchronous_standby_names') as names,
  (count(*) filter (where state = 'streaming' and sync_state in ('sync', 'quorum')))::int as copies,
  (count(*) filter (where state is null))::int as hidden
  from pg_stat_replication`;

interface Rule {
  readonly holds: (state: CopiesState) => boolean;
  readonly text: (state: CopiesState) => string;
  readonly remedy: string;
}

/** What must be true so that a commit is acknowledged by two machines, in the order in which it is told. */
const RULES: readonly Rule[] = [
  {
    holds: ({ commit }) => commit === 'on' || commit === 'remote_apply',
    text: ({ commit }) => `synchronous_commit of PostgreSQL is ${commit}`,
    remedy: 'set synchronous_commit to on: otherwise a commit does not wait for the disk of a standby',
  },
  {
    holds: ({ names }) => names !== '',
    text: () => 'synchronous_standby_names of PostgreSQL is empty',
    remedy: 'name the standbys in synchronous_standby_names on every machine, also on the standbys',
  },
  {
    holds: ({ copies, hidden }) => copies > 0 || hidden === 0,
    text: () => 'the user of the database may not see the standbys',
    remedy: 'grant pg_read_all_stats to the user of database.url',
  },
  {
    holds: ({ copies }) => copies > 0,
    text: () => 'no synchronous standby of PostgreSQL is connected',
    remedy: 'start a standby; changes are refused until then',
  },
];

/** Why a commit would be acknowledged by one machine alone; undefined if it is by two. */
export function copiesFault(state: CopiesState): Fault | undefined {
  const broken = RULES.find(({ holds }) => !holds(state));
  return broken && { text: broken.text(state), remedy: broken.remedy };
}
