import { useState } from 'react';
import { Checkbox } from '../../../kit/field.tsx';
import { FormActions } from '../../../kit/form-actions.tsx';
import { Modal } from '../../../kit/modal.tsx';
import { Loaded } from '../../../kit/states.tsx';
import { useMessages } from '../../../messages/index.ts';
import { type Inventory, useInventory } from '../../data.ts';
import { useLabels } from '../../parts/labels.ts';

interface UnitChooserProps {
  readonly chosen: readonly string[];
  readonly platform: string | undefined;
  readonly format: string | undefined;
  readonly onDone: (adUnitIds: readonly string[]) => void;
  readonly onClose: () => void;
}

/** Ad units of the platform and format; the legacy format covers two formats. */
function fitting({ apps, units }: Inventory, platform: string | undefined, format: string | undefined) {
  const platforms = new Map(apps.map((app) => [app.appId, app.platform]));
  const alike = (one = '', other = '') =>
    one === other || one === 'BANNER_INTERSTITIAL' || other === 'BANNER_INTERSTITIAL';
  return units.filter(({ appId, adFormat }) => platforms.get(appId) === platform && alike(adFormat, format));
}

/** Selects ad units. Selected ones that are no longer in the inventory stay until they are removed. */
export function UnitChooser({ chosen, platform, format, onDone, onClose }: UnitChooserProps) {
  const { common, mediation } = useMessages();
  const { group: words, lines } = mediation;
  const labels = useLabels();
  const [ids, setIds] = useState(chosen);
  const toggle = (id: string, isOn: boolean) => setIds(isOn ? [...ids, id] : ids.filter((one) => one !== id));
  return (
    <Modal title={words.chooseUnits} text={common.chosen(ids.length)} onClose={onClose}>
      <Loaded query={useInventory()}>
        {(inventory) => {
          const fits = fitting(inventory, platform, format).flatMap(({ adUnitId }) => adUnitId ?? []);
          const all = [...new Set([...chosen, ...fits])];
          const hidden = inventory.units.length - fits.length;
          return (
            <div className="stack tight">
              {all.map((id) => (
                <Checkbox
                  key={id}
                  label={labels.unit(id)}
                  isChecked={ids.includes(id)}
                  onChange={(isOn) => toggle(id, isOn)}
                />
              ))}
              {hidden > 0 && <p className="soft small">{words.otherUnits(hidden)}</p>}
            </div>
          );
        }}
      </Loaded>
      <FormActions action={lines.done} onRun={() => onDone(ids)} onCancel={onClose} />
    </Modal>
  );
}
