import { Checkbox } from '../kit/field.tsx';
import { Modal } from '../kit/modal.tsx';
import { useMessages } from '../messages/index.ts';
import { usePreferences } from './preferences.tsx';
import { useKnownShortcuts } from './shortcuts.tsx';

/** The keys that work on this page. */
export function ShortcutHelp({ onClose }: { readonly onClose: () => void }) {
  const { account } = useMessages();
  const lists = useKnownShortcuts();
  const { preferences, change } = usePreferences();
  return (
    <Modal title={account.shortcutsHelp} onClose={onClose}>
      <dl className="shortcuts">
        {lists.flat().map(({ keys, text }) => (
          <div key={`${keys} ${text}`}>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd key={key} className="key">
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <Checkbox
        label={account.shortcutsOn}
        isChecked={preferences.shortcuts}
        onChange={(shortcuts) => change({ shortcuts })}
      />
    </Modal>
  );
}
