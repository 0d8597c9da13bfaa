import { TestOrganization } from "../packages/core/src/cards/replica/organization.fixture.ts";
const org=new TestOrganization(process.argv[2] as any); const type=JSON.parse(process.argv[3]!);
const val=(i:number)=>({name:`Imported Levi ${i}`,status:`opt_${i%10}`,fld_e:`levi${i}@firm${i%97}.example`,fld_p:`+97254${2340000+i}`,fld_a:(i*7919)%1e6,fld_d:"2026-01-05",fld_t:`Some notes about customer ${i} and more`});
let i=0;const s=performance.now(); while(i<10000) await org.createChunk(type,Array.from({length:50},()=>val(i++))); console.log("import of 10000 in",(performance.now()-s).toFixed(0),"ms");
