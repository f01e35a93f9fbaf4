/** The origin's private file system, as far as the app uses it; `files` is what lies in it. */
export class FakeFiles {
  readonly files = new Map<string, string>();

  readonly getDirectory = async (): Promise<unknown> => ({
    getFileHandle: async (name: string, { create = false } = {}) => {
      if (!create && !this.files.has(name)) throw missing();
      if (create && !this.files.has(name)) this.files.set(name, '');
      return {
        getFile: async () => new Blob([this.files.get(name) ?? '']),
        createWritable: async () => {
          let written = '';
          return {
            write: async (text: string) => {
              written += text;
            },
            close: async () => {
              this.files.set(name, written);
            },
          };
        },
      };
    },
    removeEntry: async (name: string) => {
      if (!this.files.delete(name)) throw missing();
    },
  });

  /** As `navigator.storage`. */
  get storage() {
    const { getDirectory } = this;
    return { getDirectory, estimate: async () => ({}), persisted: async () => false };
  }
}

const missing = () => new DOMException('A requested file could not be found.', 'NotFoundError');
