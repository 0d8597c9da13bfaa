export default import.meta.glob<string>("./ru/*.md", { query: "?raw", import: "default", eager: true });
