import type { Store } from '../../conventions/store.ts';
import type { ClockReader, ClockWriter } from './clock.ts';
import type { SweepReader, SweepWriter } from './deadline-sweep.ts';
import type { Erasures } from './operators.ts';
import type { RequestWriter } from './requests.ts';
import type { PurgeReader, PurgeWriter } from './retention.ts';

/** All that is stored of the issuer panel, for those who make and open the database; others take the port they use. */
export interface IssuerDatabase extends Store<DatabaseReader, DatabaseWriter>, Erasures {}

export interface DatabaseReader extends SweepReader, PurgeReader, ClockReader {}

export interface DatabaseWriter
  extends DatabaseReader,
    SweepWriter,
    PurgeWriter,
    ClockWriter,
    RequestWriter {}
