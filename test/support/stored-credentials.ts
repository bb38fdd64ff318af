import { rows } from './database.ts';
import type { World } from './world.ts';

/** What the store holds about holders, which a refusal must not change. */
export const stored = (world: World) => [
  rows(world, 'select * from credential order by credential_id'),
  rows(
    world,
    'select (select count(*) from proofing) as proofings, (select count(*) from device) as devices',
  ),
];
