import { expect, it } from 'vitest';
import { activePhone, bodyOf, send } from '../../support/devices.ts';
import { overtaken } from '../../support/overtake.ts';
import { changeHolder } from '../../support/records.ts';
import { expectRefusal } from '../../support/refusal.ts';
import { useWorld } from '../../support/use-world.ts';

const world = useWorld();
const OPERATION = 'provisionMobileSecurityObjects';

it.each(['device', 'credential', 'holder', 'msos'])(
  'a repeated batch whose credential changes after the request read %s is answered, or refused for its old version',
  async (statement) => {
    const { device, holderId } = await activePhone(world());
    const batch = await bodyOf(device, OPERATION, (copy) => copy.provisionMsos(2));
    expect((await send(world(), OPERATION, batch)).status).toBe(200);
    const [repeated] = await overtaken(
      world(),
      (read) => read === statement,
      () => send(world(), OPERATION, batch),
      () => changeHolder(world(), holderId, { height: 181 }),
    );
    // An answer with the data before the change is also valid: the request then came first.
    if (repeated.status !== 200) expectRefusal(repeated, 'invalidState');
    expectRefusal(await send(world(), OPERATION, batch), 'invalidState');
  },
);
