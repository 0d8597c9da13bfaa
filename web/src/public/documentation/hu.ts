export default import.meta.glob<string>("./hu/*.md", { query: "?raw", import: "default", eager: true });
