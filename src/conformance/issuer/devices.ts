import {
  bringTo,
  type Device,
  type DeviceOptions,
  type FaultStage,
  type Stranger,
  simulatedDevice,
} from '../../wallet/index.ts';
import { Inconclusive, NotRun } from '../deviation.ts';
import type { IssuedCode } from '../hooks/contract.ts';
import { describeError } from '../run/verdict.ts';

interface Phone {
  readonly device: Device;
  /** The test holder, if a hook issued the code. */
  readonly holder: () => string;
}

export interface Devices {
  newDevice(options?: Pick<DeviceOptions, 'profile' | 'docType' | 'encrypt'>): Device;
  /** An honest device that several cases share; they leave it as it is. */
  at(stage: FaultStage): Promise<Device>;
  /** Gives up the shared device of a stage, because a case changed it. */
  drop(stage: FaultStage): void;
  /** A device that only this case uses. */
  own(stage: FaultStage): Promise<Phone>;
  /** The ids of a device of somebody else. */
  stranger(): Promise<Stranger>;
}

interface Needs {
  readonly options: () => DeviceOptions;
  readonly newCode: () => Promise<{ readonly code: string; readonly holder?: string }>;
}

/** What fails on the way to a stage is no verdict on the case that wanted the stage. */
async function reach(device: Device, stage: FaultStage, newCode: () => Promise<string>): Promise<void> {
  try {
    await bringTo(device, stage, newCode);
  } catch (error) {
    if (error instanceof NotRun || error instanceof Inconclusive) throw error;
    throw new Inconclusive(`an honest device did not reach the stage ${stage}: ${describeError(error)}`);
  }
}

/** Makes the devices of a run. */
export function devicesOf({ options, newCode }: Needs): Devices {
  const shared = new Map<FaultStage, Promise<Device>>();

  const newDevice: Devices['newDevice'] = (chosen = {}) => simulatedDevice({ ...options(), ...chosen });

  const own: Devices['own'] = async (stage) => {
    let holder: string | undefined;
    const device = newDevice();
    await reach(device, stage, async () => {
      const issued: Partial<IssuedCode> & { code: string } = await newCode();
      holder = issued.holder;
      return issued.code;
    });
    return {
      device,
      holder: () => {
        if (holder !== undefined) return holder;
        throw new NotRun('needs hook issueCode');
      },
    };
  };

  const at: Devices['at'] = (stage) => {
    const known = shared.get(stage);
    if (known) return known;
    const device = own(stage).then((phone) => phone.device);
    shared.set(stage, device);
    // A later case tries again.
    device.catch(() => shared.delete(stage));
    return device;
  };

  let other: Promise<Stranger> | undefined;
  return {
    newDevice,
    own,
    at,
    drop: (stage) => shared.delete(stage),
    stranger() {
      other ??= own('active').then(({ device: { state } }) => ({
        deviceReferenceId: state.deviceReferenceId,
        proofingId: state.proofing?.proofingId ?? '',
        credentialId: state.credentialId ?? '',
      }));
      other.catch(() => {
        other = undefined;
      });
      return other;
    },
  };
}
