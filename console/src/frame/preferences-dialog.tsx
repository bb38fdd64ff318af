import { Checkbox, Field, Select } from '../kit/field.tsx';
import { Modal } from '../kit/modal.tsx';
import { useMessages } from '../messages/index.ts';
import { type Preferences, usePreferences } from './preferences.tsx';

const SCHEMES: readonly Preferences['scheme'][] = ['system', 'light', 'dark'];

const ZONES: readonly Preferences['zone'][] = ['local', 'utc'];

export function PreferencesDialog({ onClose }: { readonly onClose: () => void }) {
  const { account } = useMessages();
  const { preferences, change } = usePreferences();
  return (
    <Modal title={account.preferences} onClose={onClose}>
      <div className="stack">
        <Field label={account.scheme}>
          <Select
            value={preferences.scheme}
            options={SCHEMES.map((value) => ({ value, text: account.schemes[value] }))}
            onChange={(scheme) => change({ scheme })}
          />
        </Field>
        <Field label={account.zone}>
          <Select
            value={preferences.zone}
            options={ZONES.map((value) => ({ value, text: account.zones[value] }))}
            onChange={(zone) => change({ zone })}
          />
        </Field>
        <Checkbox
          label={account.shortcutsOn}
          isChecked={preferences.shortcuts}
          onChange={(shortcuts) => change({ shortcuts })}
        />
      </div>
    </Modal>
  );
}
